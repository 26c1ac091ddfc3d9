import path from 'node:path'

const root = path.join(import.meta.dirname, '..')

/** Where the server is built to. */
export const serverBuild = path.join(import.meta.dirname, 'dist-server')

/** The files and folders beside the code that the built server reads, and the packages that are in it. */
export const buildNotes = path.join(serverBuild, 'build.json')

/** What `npm start` runs. */
export const portalProgram = path.join(serverBuild, 'server.mjs')

/** How modules name others that run in a thread or a process, `new URL('./x.ts', import.meta.url)`: the first group is the path. */
export const namedModule = /new URL\(['"](\.[^'"]+\.[jt]s)['"], import\.meta\.url\)/g

/** How modules name files that they read: `new URL('../data/', import.meta.url)`. */
export const namedFile = /new URL\(['"](\.[^'"]+)['"], import\.meta\.url\)/g

/** The name of the file in the build of the server that such a module becomes. */
export function builtName(module: string): string {
  const name = path
    .relative(root, module)
    .slice(0, -3)
    .replaceAll(/[^\w-]+/g, '-')
  return `${name}.mjs`
}
