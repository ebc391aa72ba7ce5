import type { Rule } from '../rule.ts';
import { batchStructure } from './batch-structure.ts';
import { computedWritten } from './computed-written.ts';
import { deepInsertCardinality } from './deep-insert-cardinality.ts';
import { deepInsertNotAllowed } from './deep-insert-not-allowed.ts';
import { dependentValue } from './dependent-value.ts';
import { duplicateKey } from './duplicate-key.ts';
import { facetExceeded } from './facet-exceeded.ts';
import { filterRestriction } from './filter-restriction.ts';
import { immutableWritten } from './immutable-written.ts';
import { invalidCode } from './invalid-code.ts';
import { malformedLiteral } from './malformed-literal.ts';
import { misplacedPart } from './misplaced-part.ts';
import { missingKey } from './missing-key.ts';
import { missingParameter } from './missing-parameter.ts';
import { missingRequired } from './missing-required.ts';
import { notCreatable } from './not-creatable.ts';
import { notDeletable } from './not-deletable.ts';
import { notFilterable } from './not-filterable.ts';
import { notReadable } from './not-readable.ts';
import { notSortable } from './not-sortable.ts';
import { notUpdatable } from './not-updatable.ts';
import { nullValue } from './null-value.ts';
import { outOfOrder } from './out-of-order.ts';
import { referentialConstraint } from './referential-constraint.ts';
import { tooDeep } from './too-deep.ts';
import { unfoundedValue } from './unfounded-value.ts';
import { unknownAction } from './unknown-action.ts';
import { unknownEntitySet } from './unknown-entity-set.ts';
import { unknownNavigation } from './unknown-navigation.ts';
import { unknownOperation } from './unknown-operation.ts';
import { unknownParameter } from './unknown-parameter.ts';
import { unknownProperty } from './unknown-property.ts';
import { unknownQueryOption } from './unknown-query-option.ts';
import { unknownService } from './unknown-service.ts';
import { unsupportedQuery } from './unsupported-query.ts';
import { wrongType } from './wrong-type.ts';

/** Every rule, in the order in which findings about one place are given. */
export const RULES: readonly Rule[] = [
  unknownService,
  unknownEntitySet,
  unknownOperation,
  unknownAction,
  misplacedPart,
  missingKey,
  notCreatable,
  notReadable,
  notUpdatable,
  notDeletable,
  unknownProperty,
  unknownNavigation,
  unknownParameter,
  unknownQueryOption,
  missingRequired,
  missingParameter,
  computedWritten,
  immutableWritten,
  nullValue,
  wrongType,
  malformedLiteral,
  facetExceeded,
  invalidCode,
  dependentValue,
  deepInsertNotAllowed,
  deepInsertCardinality,
  referentialConstraint,
  duplicateKey,
  notFilterable,
  notSortable,
  filterRestriction,
  unsupportedQuery,
  unfoundedValue,
  outOfOrder,
  batchStructure,
  tooDeep,
];
