import type { CatalogSet } from './catalog.ts';
import type { TypedNavigation } from './structured-type.ts';

/**
 * Whether a create of the set may carry the entities behind a navigation property. The parent decides (DeepInsertSupport and its
 * non-insertable navigation); neither `creatable` of the child's set nor `Insertable` of the navigation does, because items of many
 * documents can be created in no other way.
 */
export function isDeepInsertable(set: CatalogSet, navigation: TypedNavigation): boolean {
  const { deepInsertSupported, nonInsertableNavigation } = set.attributes;
  return (
    deepInsertSupported !== false &&
    nonInsertableNavigation?.includes(navigation.name) !== true &&
    navigation.targetId !== undefined
  );
}
