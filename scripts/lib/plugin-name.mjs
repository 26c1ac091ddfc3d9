import { Failure } from './failure.mjs'

/** Names that mean something else: layers, packages of the repository, and schemas and routes that the server keeps for itself. */
const reserved = ['app', 'bench', 'common', 'core', 'e2e', 'node-modules', 'portico', 'public', 'server', 'testing', 'ui', 'web']

/** Refuses a name that cannot be a folder, a package, a route and a database schema at once. */
export function checkPluginName(id, taken) {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id) || id.length > 40) {
    throw new Failure(`'${id}' cannot be the name of a plugin: small letters, digits and single hyphens, such as release-notes`)
  }
  if (reserved.includes(id) || id.startsWith('pg-')) throw new Failure(`'${id}' is reserved: choose another name`)
  if (taken.includes(id)) throw new Failure(`there is a plugin '${id}' already`)
}
