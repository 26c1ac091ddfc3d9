/** The program of plugins that run in a process of their own. */
export const isolated = new URL('./isolated-plugin.ts', import.meta.url)

/** What plugins from outside import by name, each in the one instance that the portal itself uses. */
export async function shared(): Promise<Readonly<Record<string, object>>> {
  const [zod, kysely, common, server] = await Promise.all([
    import('zod'),
    import('kysely'),
    import('@portico/plugin/common'),
    import('@portico/plugin/server'),
  ])
  return { zod, kysely, '@portico/plugin/common': common, '@portico/plugin/server': server }
}
