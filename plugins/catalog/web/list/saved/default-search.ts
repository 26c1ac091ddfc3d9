/** The storage key of a user's default view. */
function keyOf(userEntityRef: string): string {
  return `/catalog-index/usual/${userEntityRef}`
}

/** The address of the user's default view as this browser last knew it; '' for none. */
export function storedDefaultSearch(storage: Storage, userEntityRef: string): string {
  return storage.getItem(keyOf(userEntityRef)) ?? ''
}

export function storeDefaultSearch(storage: Storage, userEntityRef: string, search: string): void {
  if (search === '') storage.removeItem(keyOf(userEntityRef))
  else storage.setItem(keyOf(userEntityRef), search)
}
