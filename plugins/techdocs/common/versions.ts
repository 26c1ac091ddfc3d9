import { z } from 'zod'

/** A version of a site of several. */
export const DocsVersion = z.object({
  version: z.string(),
  title: z.string(),
  /** Other names for it, such as `latest`. */
  aliases: z.array(z.string()),
  /** How the paths of its pages begin: `1.0/`, or nothing where it is at the root. */
  prefix: z.string(),
  /** Whether it is the one that is opened first, and searched by the whole portal. */
  isDefault: z.boolean(),
})
export type DocsVersion = z.output<typeof DocsVersion>

/** What may be the name of a version: one part of an address. */
export const versionName = /^(?!\.+$)[\w.+-]{1,64}$/

/** The version that a path is in, by its name or an alias, and the path without it. Other paths are in the default version. */
export function versionAt(
  versions: readonly DocsVersion[],
  path: string,
): { readonly version: DocsVersion; readonly rest: string } | undefined {
  const [name = ''] = path.split('/', 1)
  const named = versions.find(({ version }) => version === name) ?? versions.find(({ aliases }) => aliases.includes(name))
  if (named) return { version: named, rest: path.slice(name.length + 1) }
  const version = versions.find(({ isDefault }) => isDefault)
  return version && { version, rest: path }
}
