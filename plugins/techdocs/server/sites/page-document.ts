import {
  contains,
  filePrefix,
  pagePrefix,
  pagesOf,
  siteAt,
  type DocsHeading,
  type DocsNavItem,
  type DocsPage,
  type DocsSite,
} from '@portico/techdocs/common'
import { escapeHtml } from '@portico/core/common'
import { escapeAttribute } from '../mkdocs/html/escape.ts'
import { stylesheetPath } from './page-stylesheet.ts'

/** What the document of a page shows of its site. */
type DocumentSite = Pick<DocsSite, 'name' | 'nav' | 'copyright' | 'repoUrl' | 'features' | 'languages'>

/** A page as a document of its own, with relative links and the parts that readers of published docs take apart. */
export function toDocument(page: DocsPage, whole: DocumentSite): string {
  const site = siteAt(whole, page.path)
  const up = '../'.repeat(page.path.split('/').length - 1) || './'
  const body = page.html
    .replaceAll(`"${pagePrefix}`, `"${up}`)
    .replaceAll(`"${filePrefix}`, `"${up}`)
    .replaceAll(' data-style="', ' style="')
  return `<!doctype html>
<html lang="${escapeAttribute(page.language ?? 'en')}">
<head>
<meta charset="utf-8">
<title>${escapeHtml(page.title)} - ${escapeHtml(site.name)}</title>
<link rel="stylesheet" href="${up}${stylesheetPath}">
</head>
<body dir="ltr">
<input class="md-toggle" type="checkbox" id="__drawer" data-md-toggle="drawer" autocomplete="off">
<header class="md-header" data-md-component="header"><label class="md-header__button md-icon" for="__drawer" title="Navigation">☰</label></header>
<div class="md-container" data-md-component="container">${tabs(page, site, up)}
<main class="md-main" data-md-component="main">
<div class="md-main__inner md-grid">
${sidebar('navigation', 'primary', navigation(page, site, up))}
${sidebar('toc', 'secondary', contents(page.headings))}
<div class="md-content" data-md-component="content">
<article class="md-content__inner md-typeset">
${editLink(page)}${body}
</article>
</div>
</div>
</main>
${footer(page, site, up)}
</div>
</body>
</html>
`
}

function sidebar(type: 'navigation' | 'toc', place: 'primary' | 'secondary', content: string): string {
  return `<div class="md-sidebar md-sidebar--${place}" data-md-component="sidebar" data-md-type="${type}"><div class="md-sidebar__scrollwrap"><div class="md-sidebar__inner">${content}</div></div></div>`
}

/** The top entries of the navigation, where readers of published docs look for them; a section leads to its first page. */
function tabs(page: DocsPage, { nav, features }: DocumentSite, up: string): string {
  if (!features.includes('navigation.tabs')) return ''
  const items = nav.flatMap(item => {
    const first = pagesOf([item])[0]
    const target = first?.path === undefined ? item.href : `${up}${encodeURI(first.path)}`
    const active = contains(item, placeOf(page)) ? ' md-tabs__item--active' : ''
    return target === undefined
      ? []
      : [`<li class="md-tabs__item${active}"><a class="md-tabs__link" href="${escapeAttribute(target)}">${escapeHtml(item.title)}</a></li>`]
  })
  return `<nav class="md-tabs" aria-label="Tabs" data-md-component="tabs"><div class="md-grid"><ul class="md-tabs__list">${items.join('')}</ul></div></nav>`
}

/** A post is where its blog is. */
function placeOf({ path, within }: DocsPage): string {
  return within?.path ?? path
}

function navigation(page: DocsPage, { name, nav, repoUrl, features }: DocumentSite, up: string): string {
  const path = placeOf(page)
  let sections = 0

  function list(items: readonly DocsNavItem[], level: number): string {
    return `<ul class="md-nav__list">${items.map(item => entry(item, level)).join('')}</ul>`
  }

  function entry(item: DocsNavItem, level: number): string {
    const isActive = contains(item, path)
    const marks = isActive ? ' md-nav__item--active' : ''
    if (!item.children) {
      const target = item.path === undefined ? item.href : `${up}${encodeURI(item.path)}`
      const link =
        target === undefined
          ? `<span class="md-nav__link">${escapeHtml(item.title)}</span>`
          : `<a class="md-nav__link${isActive ? ' md-nav__link--active' : ''}" href="${escapeAttribute(target)}">${escapeHtml(item.title)}</a>`
      return `<li class="md-nav__item${marks}">${link}</li>`
    }
    sections += 1
    const id = `__nav_${sections}`
    return `<li class="md-nav__item md-nav__item--nested${marks}"><input class="md-nav__toggle md-toggle" type="checkbox" id="${id}"${isActive ? ' checked' : ''}><label class="md-nav__link" for="${id}" tabindex="0">${escapeHtml(item.title)}<span class="md-nav__icon md-icon"></span></label><nav class="md-nav" aria-label="${escapeAttribute(item.title)}" data-md-level="${level}">${list(item.children, level + 1)}</nav></li>`
  }

  const source =
    repoUrl === undefined
      ? ''
      : `<div class="md-nav__source"><a class="md-source" href="${escapeAttribute(repoUrl)}" title="Go to repository">Repository</a></div>`
  return `<nav class="md-nav md-nav--primary${features.includes('navigation.tabs') ? ' md-nav--lifted' : ''}" aria-label="Navigation" data-md-level="0"><label class="md-nav__title" for="__drawer">${escapeHtml(name)}</label>${source}${list(nav, 1)}</nav>`
}

function contents(headings: readonly DocsHeading[]): string {
  const listed = headings.filter(({ level }) => level > 1)
  if (listed.length === 0) return '<nav class="md-nav md-nav--secondary" aria-label="Table of contents"></nav>'
  const entries = listed.map(
    ({ id, title, level }) =>
      `<li class="md-nav__item md-nav__item--level-${level}"><a class="md-nav__link" href="#${escapeAttribute(id)}">${escapeHtml(title)}</a></li>`,
  )
  return `<nav class="md-nav md-nav--secondary" aria-label="Table of contents"><label class="md-nav__title" for="__toc">Table of contents</label><ul class="md-nav__list" data-md-component="toc">${entries.join('')}</ul></nav>`
}

function editLink({ editUrl }: DocsPage): string {
  return editUrl === undefined
    ? ''
    : `<a class="md-content__button md-icon" href="${escapeAttribute(editUrl)}" title="Edit this page" rel="edit"><svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d="M4 20h4L19 9l-4-4L4 16zM14 6l4 4"/></svg></a>\n`
}

function footer({ path, within }: DocsPage, { nav, copyright }: Pick<DocsSite, 'nav' | 'copyright'>, up: string): string {
  const pages = pagesOf(nav)
  const at = pages.findIndex(page => page.path === path)
  const { previous, next } = within ?? (at === -1 ? {} : { previous: pages[at - 1], next: pages[at + 1] })
  const link = (kind: 'prev' | 'next', label: string, item: Pick<DocsNavItem, 'title' | 'path'> | undefined) =>
    item === undefined
      ? ''
      : `<a class="md-footer__link md-footer__link--${kind}" href="${escapeAttribute(`${up}${encodeURI(item.path ?? '')}`)}" aria-label="${label}: ${escapeAttribute(item.title)}"><div class="md-footer__title"><span class="md-footer__direction">${label}</span><div class="md-ellipsis">${escapeHtml(item.title)}</div></div></a>`
  const notice = copyright === undefined ? '' : `<div class="md-copyright">${escapeHtml(copyright)}</div>`
  return `<footer class="md-footer"><nav class="md-footer__inner md-grid" aria-label="Footer">${link('prev', 'Previous', previous)}${link('next', 'Next', next)}</nav>${notice}</footer>`
}
