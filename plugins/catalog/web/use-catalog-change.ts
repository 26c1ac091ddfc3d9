import { catalogChannel, type CatalogSignal } from '@portico/catalog/common'
import { useChanges, type ChangesOptions } from '@portico/core/web'

/** Calls back when entities of a kind may have changed; without a kind, when any have. */
export function useCatalogChange(
  kind: string | undefined,
  onChange: () => void,
  options: Pick<ChangesOptions, 'minIntervalMs'> = {},
): void {
  const concerns = (message: unknown) => kind === undefined || (message as CatalogSignal).kinds.includes(kind.toLowerCase())
  useChanges(catalogChannel, onChange, { ...options, concerns })
}
