/** A sender as people read it: `plugin:scaffolder` is `scaffolder`. */
export function originName(origin: string): string {
  return origin.replace(/^(plugin|external):/, '')
}
