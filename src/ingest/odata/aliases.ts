/** Qualified names of one document: resolves the aliases that its schemas, includes and usings declare. */
export class Aliases {
  readonly #namespaces = new Map<string, string>();
  readonly #resolved = new Map<string, string>();

  /** Returns the namespace that has the alias already, where it is another one; the first keeps it. */
  add(alias: string, namespace: string): string | undefined {
    const taken = this.#namespaces.get(alias);
    if (taken === undefined) this.#namespaces.set(alias, namespace);
    this.#resolved.clear();
    return taken === undefined || taken === namespace ? undefined : taken;
  }

  /** `Namespace.Name` for `Alias.Name`; other names come back as they are. */
  name(written: string): string {
    const known = this.#resolved.get(written);
    if (known !== undefined) return known;
    const name = written.trim();
    const dot = name.lastIndexOf('.');
    const namespace = dot < 0 ? undefined : this.#namespaces.get(name.slice(0, dot));
    const resolved = namespace === undefined ? name : `${namespace}${name.slice(dot)}`;
    this.#resolved.set(written, resolved);
    return resolved;
  }

  /** A path or annotation target with every qualified name in it resolved: `Alias.Container/Set`, `Alias.Act(Alias.Type)/Parameter`. */
  path(written: string): string {
    return written.trim().replace(/[^/(),\s]+/g, (segment) => (segment.includes('.') ? this.name(segment) : segment));
  }
}
