import { pathOf } from '@portico/core/common'
import { discoveryApiRef, themesApiRef, useApi, useHref, useNavigate, useObservable, useText } from '@portico/core/web'
import { filePrefix, pagePrefix, techdocsApi, type DocsPage } from '@portico/techdocs/common'
import { useEffect, useEffectEvent, useMemo, useState, type RefObject } from 'react'
import { techdocsMessages } from '../messages.ts'
import { toAddress } from '../reader/site-model.ts'
import blocks from './ArticleBlocks.module.css'
import code from './ArticleCode.module.css'
// Last, because what it says for paper holds over the others.
import styles from './Article.module.css'
import { enhanceArticle } from './enhance.ts'
import { scrollToAnchor } from './anchors.ts'
import { LightBox } from './LightBox.tsx'

/** The focus and the place on the page are the anchor's. */
const staying = { preventScrollReset: true, state: { keepFocus: true } }

interface ArticleProps {
  readonly page: DocsPage
  readonly params: { readonly namespace: string; readonly kind: string; readonly name: string }
  /** Where the pages of the site are, without the portal's own base path. */
  readonly base: string
  readonly hash: string
  readonly textSize: number
  readonly articleRef: RefObject<HTMLElement | null>
}

/** The content of a page. The server has sanitised it; what it links to is filled in here. */
export function Article({ page, params, base, hash, textSize, articleRef }: ArticleProps) {
  const text = useText()
  const navigate = useNavigate()
  const hrefBase = useHref(base)
  const pageHref = useHref(toAddress(base, page.path))
  const fileBase = `${useApi(discoveryApiRef).baseUrl('techdocs')}${pathOf(techdocsApi.getFile, { params: { ...params, rest: '' } })}`
  const isDark = useObservable(useApi(themesApiRef).active).variant === 'dark'
  const [shown, setShown] = useState<{ readonly images: readonly HTMLImageElement[]; readonly at: number }>()
  const html = useMemo(
    () => ({
      __html: page.html
        .replaceAll(`"${pagePrefix}`, `"${hrefBase}/`)
        .replaceAll(`"${filePrefix}`, `"${fileBase}`)
        .replaceAll(' href="#', ` href="${pageHref}#`),
    }),
    [page.html, hrefBase, fileBase, pageHref],
  )

  useEffect(() => {
    const article = articleRef.current
    if (!article) return
    const texts = {
      copy: text(techdocsMessages.copy),
      copied: text(techdocsMessages.copied),
      enlarge: text(techdocsMessages.enlarge),
      note: (number: number) => text(techdocsMessages.note, { number }),
      diagram: text(techdocsMessages.diagram),
      diagramFailed: (reason: string) => text(techdocsMessages.diagramFailed, { reason }),
    }
    return enhanceArticle(article, { texts, isDark, onImage: (images, at) => setShown({ images, at }) })
  }, [html, isDark, text, articleRef])

  useEffect(() => {
    if (articleRef.current && hash !== '') scrollToAnchor(articleRef.current, hash)
  }, [html, hash, articleRef])

  /** Links of the site stay in the app; everything with a modifier key is the browser's. */
  const onClick = useEffectEvent((event: MouseEvent) => {
    const link = (event.target as Element).closest('a')
    const href = link?.getAttribute('href')
    if (!href || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    if (link?.target === '_blank' || link?.hasAttribute('download')) return
    if (href.startsWith(`${pageHref}#`)) {
      event.preventDefault()
      void navigate({ hash: href.slice(pageHref.length) }, staying)
      if (articleRef.current) scrollToAnchor(articleRef.current, href.slice(pageHref.length))
    } else if (href.startsWith(`${hrefBase}/`) || href === hrefBase) {
      event.preventDefault()
      void navigate(`${base}${href.slice(hrefBase.length)}`.replace(/\/(?=$|[?#])/, ''))
    }
  })

  // What is clicked are links of the page, which React does not draw; the keyboard follows them by the same event.
  useEffect(() => {
    const article = articleRef.current
    const listener = (event: MouseEvent) => onClick(event)
    article?.addEventListener('click', listener)
    return () => article?.removeEventListener('click', listener)
  }, [articleRef])

  return (
    <>
      <article
        ref={articleRef}
        className={`${styles.article} ${code.code} ${blocks.blocks}`}
        data-text-size={textSize}
        dangerouslySetInnerHTML={html}
      />
      {shown && <LightBox images={shown.images} start={shown.at} onClose={() => setShown(undefined)} />}
    </>
  )
}
