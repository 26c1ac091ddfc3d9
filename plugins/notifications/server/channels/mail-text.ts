import { escapeHtml } from '@portico/core/common'
import type { NotificationDraft } from '../notification-extensions.ts'
import { absoluteLink } from './absolute-link.ts'

export interface MailText {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** A mail has the newest of a long digest; the portal has them all. */
const maxItems = 100

/** The words of a mail about one notification, or about several. */
export function toMailText(
  notifications: readonly NotificationDraft[],
  { appUrl, title }: { readonly appUrl: string; readonly title: string },
): MailText {
  const [first] = notifications
  const subject = notifications.length === 1 ? (first?.payload.title ?? '') : `${notifications.length} notifications from ${title}`
  const settings = absoluteLink('/settings/notifications', appUrl)
  const items = notifications.slice(-maxItems).map(({ payload }) => ({
    ...payload,
    link: payload.link === undefined ? undefined : absoluteLink(payload.link, appUrl),
  }))
  const text = items.map(item => [item.title, item.description, item.link].filter(part => part !== undefined).join('\n'))
  const html = items.map(item => {
    const heading = item.link === undefined ? escapeHtml(item.title) : `<a href="${escapeHtml(item.link)}">${escapeHtml(item.title)}</a>`
    const description =
      item.description === undefined ? '' : `<p style="margin:4px 0 0">${escapeHtml(item.description).replaceAll('\n', '<br>')}</p>`
    return `<div style="margin:0 0 16px"><strong>${heading}</strong>${description}</div>`
  })
  const left = notifications.length - items.length
  if (left > 0) {
    const all = absoluteLink('/notifications', appUrl)
    text.unshift(`${left} older ones are at ${all}`)
    html.unshift(`<p>${left} older ones are <a href="${escapeHtml(all)}">in ${escapeHtml(title)}</a></p>`)
  }
  return {
    // A line break in a title must not become a header.
    subject: subject.replace(/[\r\n\t]+/g, ' ').slice(0, 200),
    text: `${text.join('\n\n')}\n\n--\n${title}: choose what reaches you at ${settings}\n`,
    html: `<div style="font:14px/20px sans-serif">${html.join('')}<p style="color:#666">${escapeHtml(title)}: <a href="${escapeHtml(settings)}">choose what reaches you</a></p></div>`,
  }
}
