/** What plugins from outside import by name, each in the one instance that the portal itself uses. */
export async function shared(): Promise<Readonly<Record<string, object>>> {
  const [zod, kysely] = await Promise.all([import('zod'), import('kysely')])
  return { zod, kysely }
}
