import { inputError } from '@portico/core/common'

/** How an address names a page of Confluence. */
export type PageAddress = { readonly id: string } | { readonly space: string; readonly title: string }

/** Reads the address of a page, as people copy it, below the address of the config. */
export function readPageAddress(address: string, baseUrl: string): PageAddress {
  const url = new URL(address)
  const base = new URL(baseUrl)
  const root = base.pathname.replace(/\/+$/, '')
  // A template must not send the credentials of the config to a host of its choice.
  if (url.origin !== base.origin || !`${url.pathname}/`.startsWith(`${root}/`))
    throw inputError(`confluence.baseUrl is ${baseUrl}, and ${address} is not below it`, { code: 'scaffolder.confluence-address' })
  const path = url.pathname.slice(root.length)
  const id = /^\/spaces\/[^/]+\/pages\/(\d+)(?:\/|$)/.exec(path)?.[1] ?? url.searchParams.get('pageId')
  if (id !== null && id !== undefined && /^\d+$/.test(id)) return { id }
  const [, space, title] = /^\/display\/([^/]+)\/([^/]+)\/?$/.exec(path) ?? []
  if (space !== undefined && title !== undefined) return { space: decode(space), title: decode(title) }
  const named = { space: url.searchParams.get('spaceKey'), title: url.searchParams.get('title') }
  if (named.space !== null && named.title !== null) return { space: named.space, title: named.title }
  throw inputError(
    `${address} does not name a page; use an address such as ${baseUrl}/spaces/KEY/pages/123/Title or ${baseUrl}/display/KEY/Title`,
    { code: 'scaffolder.confluence-address' },
  )
}

function decode(part: string): string {
  return decodeURIComponent(part.replaceAll('+', ' '))
}
