import { isBuiltin, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Modules that plugins from outside import by name, and that the portal has: `@portico/plugin/server`. */
export type SharedModules = Readonly<Record<string, object>>

interface Sharing {
  /** By name, the place in `instances`. */
  readonly modules: Map<string, number>
  /** Node keeps what it has loaded under an address. So each instance has its own, also where a process runs several portals. */
  readonly instances: object[]
  /** The folders of plugins from outside, as addresses that end with a slash. */
  readonly folders: Map<string, string>
}

const scheme = 'portico-shared:'
const place = Symbol.for('portico.shared-modules')

/**
 * Lets modules in a plugin's folder import what the portal shares, in the very instance that the portal itself uses: from sources, in tests and in a
 * bundled release alike, wherever that lies. Everything else they bring along.
 */
export function shareModules(modules: SharedModules): void {
  const { modules: known, instances } = sharing()
  for (const [name, module] of Object.entries(modules)) {
    const index = instances.indexOf(module)
    known.set(name, index === -1 ? instances.push(module) - 1 : index)
  }
}

/** From now on modules of the folder may import what is shared. `folder` is an address that ends with a slash. */
export function admitFolder(folder: string, pluginId: string): void {
  sharing().folders.set(folder, pluginId)
}

/** The plugin in whose folder the code lies where an error was thrown. */
export function pluginOfStack(stack: string): string | undefined {
  const thrower = stack.split('\n').find(line => /^\s+at /.test(line) && !line.includes('node:')) ?? ''
  return [...sharing().folders].find(([folder]) => thrower.includes(folder) || thrower.includes(fileURLToPath(folder)))?.[1]
}

/** One for the whole process: Node has one table of modules. */
function sharing(): Sharing {
  const holder = globalThis as unknown as Record<symbol, Sharing | undefined>
  return (holder[place] ??= installHooks({ modules: new Map(), instances: [], folders: new Map() }))
}

function installHooks(state: Sharing): Sharing {
  registerHooks({
    resolve(specifier, context, next) {
      const parent = context.parentURL
      const folder = parent?.startsWith('file:') ? [...state.folders.keys()].find(each => parent.startsWith(each)) : undefined
      if (folder === undefined || isBuiltin(specifier)) return next(specifier, context)
      const index = state.modules.get(specifier)
      if (index !== undefined) return { url: `${scheme}${index}/${specifier}`, shortCircuit: true, format: 'module' }
      const isOwn = /^(?:\.{0,2}\/|#)/.test(specifier)
      const resolved = isOwn ? next(specifier, context) : attempt(() => next(specifier, context))
      if (resolved?.url.startsWith(folder)) return resolved
      const plugin = state.folders.get(folder)
      throw new Error(
        isOwn
          ? `The plugin '${plugin}' imports '${specifier}', which is not in its package`
          : `The plugin '${plugin}' imports '${specifier}', which this portal does not share (${[...state.modules.keys()].join(', ')}). Bundle it with the plugin`,
      )
    },
    load(url, context, next) {
      if (!url.startsWith(scheme)) return next(url, context)
      return { format: 'module', shortCircuit: true, source: sourceOf(Number.parseInt(url.slice(scheme.length), 10), state) }
    },
  })
  return state
}

/** A module whose exports are those of the one that the portal has loaded. */
function sourceOf(index: number, { instances }: Sharing): string {
  const names = Object.keys(instances[index] ?? {})
  const lines = names.map((each, at) => `const e${at} = shared[${JSON.stringify(each)}]`)
  const exported = names.map((each, at) => `e${at} as ${JSON.stringify(each)}`)
  return `const shared = globalThis[Symbol.for(${JSON.stringify(place.description)})].instances[${index}]
${lines.join('\n')}
export { ${exported.join(', ')} }`
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
