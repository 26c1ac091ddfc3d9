import { themesApiRef, useApi, useNavigate, useObservable, useText } from '@portico/core/web'
import { filePrefix, pagePrefix, type DocsPage, type DocsParams } from '@portico/techdocs/common'
import { useLinkNavigation } from '@portico/ui'
import { useEffect, useMemo, useState, type RefObject } from 'react'
import { techdocsMessages } from '../messages.ts'
import { toAddress } from '../reader/site-model.ts'
import { usePageFiles } from '../reader/storage-url.ts'
import { usePageLinks } from '../reader/use-page-links.ts'
import blocks from './ArticleBlocks.module.css'
import blog from './ArticleBlog.module.css'
import code from './ArticleCode.module.css'
// Last, because what it says for paper holds over the others.
import styles from './Article.module.css'
import { enhanceArticle } from './enhance.ts'
import { scrollToAnchor } from './anchors.ts'
import { holdFiles, showFiles } from './files.ts'
import { LightBox } from './LightBox.tsx'

/** The focus and the place on the page are the anchor's. */
const staying = { preventScrollReset: true, state: { keepFocus: true } }

interface ArticleProps {
  readonly page: DocsPage
  readonly params: DocsParams
  /** Where the pages of the site are, without the portal's own base path. */
  readonly base: string
  readonly hash: string
  readonly textSize: number
  /** Whether the browser has the cookie that images and other files are loaded with. */
  readonly canLoadFiles: boolean
  readonly articleRef: RefObject<HTMLElement | null>
}

/** The content of a page. The server has sanitised it; what it links to is filled in here. */
export function Article({ page, params, base, hash, textSize, canLoadFiles, articleRef }: ArticleProps) {
  const text = useText()
  const navigate = useNavigate()
  const { toHref } = useLinkNavigation()
  const hrefBase = toHref(base)
  const pageHref = toHref(toAddress(base, page.path))
  const fileBase = usePageFiles(params)
  const isDark = useObservable(useApi(themesApiRef).active).variant === 'dark'
  const [shown, setShown] = useState<{ readonly images: readonly HTMLImageElement[]; readonly at: number }>()
  const html = useMemo(
    () => ({
      __html: holdFiles(page.html)
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

  useEffect(() => {
    if (articleRef.current && canLoadFiles) showFiles(articleRef.current)
  }, [html, canLoadFiles, articleRef])

  usePageLinks(articleRef, {
    params,
    base,
    here: {
      href: pageHref,
      goTo(anchor) {
        void navigate({ hash: anchor }, staying)
        if (articleRef.current) scrollToAnchor(articleRef.current, anchor)
      },
    },
  })

  return (
    <>
      <article
        ref={articleRef}
        className={`${styles.article} ${code.code} ${blocks.blocks} ${blog.blog}`}
        data-text-size={textSize}
        lang={page.language}
        dangerouslySetInnerHTML={html}
      />
      {shown && <LightBox images={shown.images} start={shown.at} onClose={() => setShown(undefined)} />}
    </>
  )
}
