import type { EntityProcessor } from './processor.ts'
import type { EntityProvider } from '../read/provider.ts'

/** What other plugins add to the processing of the catalog, while they are being set up. */
export interface CatalogExtensions {
  addProcessor(processor: EntityProcessor): void
  addProvider(provider: EntityProvider): void
  /** Lets users register locations of this type. */
  allowLocationType(type: string): void
}

/** Collects what plugins add until the catalog starts. */
export function createExtensions() {
  const processors: EntityProcessor[] = []
  const providers: EntityProvider[] = []
  const locationTypes = new Set(['url', 'git'])
  let isClosed = false

  function refuseLate(what: string): void {
    if (isClosed) throw new Error(`${what} comes too late: the catalog has started`)
  }

  function refuseTwice(what: string, name: string, known: readonly { readonly name: string }[]): void {
    if (known.some(each => each.name === name)) throw new Error(`The ${what} '${name}' is added twice`)
  }

  const extensions: CatalogExtensions = {
    addProcessor(processor) {
      refuseLate(`The processor '${processor.name}'`)
      refuseTwice('processor', processor.name, processors)
      processors.push(processor)
    },
    addProvider(provider) {
      refuseLate(`The provider '${provider.name}'`)
      refuseTwice('provider', provider.name, providers)
      providers.push(provider)
    },
    allowLocationType(type) {
      refuseLate(`The location type '${type}'`)
      locationTypes.add(type)
    },
  }
  return {
    extensions,
    close() {
      isClosed = true
      return { processors, providers }
    },
    locationTypes: () => [...locationTypes],
  }
}
