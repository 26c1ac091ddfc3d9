import type { EntityProcessor } from './processor.ts'
import type { EntityProvider } from '../read/provider.ts'

/** What other plugins add to the processing of the catalog. Each returns the function that takes it away. */
export interface CatalogExtensions {
  addProcessor(processor: EntityProcessor): () => void
  /** When it is taken away it changes nothing any more. If it is not back in two minutes, `catalog.orphanProviderStrategy` says what becomes of its entities. */
  addProvider(provider: EntityProvider): () => void
  /** Lets users register locations of this type. */
  allowLocationType(type: string): () => void
}

interface Listener {
  /** The processors are others than before. */
  readonly onProcessors: () => void
  readonly onProvider: (provider: EntityProvider) => void
  readonly onProviderGone: () => void
}

/** What plugins add, as they come and go. */
export function createExtensions({ onProcessors, onProvider, onProviderGone }: Listener) {
  const processors = new Map<string, EntityProcessor>()
  const providers = new Map<string, EntityProvider>()
  const locationTypes: string[] = []

  const extensions: CatalogExtensions = {
    addProcessor(processor) {
      const { name } = processor
      if (processors.has(name)) throw new Error(`The processor '${name}' is added twice`)
      processors.set(name, processor)
      onProcessors()
      return () => {
        processors.delete(name)
        onProcessors()
      }
    },
    addProvider(provider) {
      const { name } = provider
      if (providers.has(name)) throw new Error(`The provider '${name}' is added twice`)
      providers.set(name, provider)
      onProvider(provider)
      return () => {
        providers.delete(name)
        onProviderGone()
      }
    },
    allowLocationType(type) {
      locationTypes.push(type)
      return () => void locationTypes.splice(locationTypes.indexOf(type), 1)
    },
  }
  return {
    extensions,
    processors: (): readonly EntityProcessor[] => [...processors.values()],
    providers: (): readonly EntityProvider[] => [...providers.values()],
    isProvider: (provider: EntityProvider): boolean => providers.get(provider.name) === provider,
    locationTypes: () => [...new Set(['url', 'git', ...locationTypes])],
  }
}
