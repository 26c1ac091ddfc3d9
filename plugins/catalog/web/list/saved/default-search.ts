/** The storage key of a user's default view: of the catalog, or of the list of one kind. */
function keyOf(userEntityRef: string, kind: string | undefined): string {
  return `/catalog-index/usual/${userEntityRef}${kind === undefined ? '' : `/${kind}`}`
}

/** The address of the user's default view as this browser last knew it; '' for none. */
export function storedDefaultSearch(storage: Storage, userEntityRef: string, kind: string | undefined): string {
  return storage.getItem(keyOf(userEntityRef, kind)) ?? ''
}

export function storeDefaultSearch(storage: Storage, userEntityRef: string, kind: string | undefined, search: string): void {
  const key = keyOf(userEntityRef, kind)
  if (search === '') storage.removeItem(key)
  else storage.setItem(key, search)
}
