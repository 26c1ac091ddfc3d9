/** Images that are no links open in a light box, by pointer and by key. */
export function openImages(
  article: HTMLElement,
  onImage: (images: readonly HTMLImageElement[], at: number) => void,
  signal: AbortSignal,
): void {
  const open = (event: Event) => {
    const images = imagesOf(article)
    const at = images.findIndex(image => image === event.target)
    if (at === -1) return
    event.preventDefault()
    onImage(images, at)
  }
  article.addEventListener('click', open, { signal })
  article.addEventListener('keydown', event => (event.key === 'Enter' || event.key === ' ') && open(event), { signal })
}

/** Makes buttons of them for keyboards and screen readers; again when diagrams have been drawn. */
export function markImages(article: HTMLElement, label: string): void {
  for (const image of imagesOf(article)) {
    image.tabIndex = 0
    image.setAttribute('role', 'button')
    image.setAttribute('aria-label', image.alt === '' ? label : `${label}: ${image.alt}`)
  }
}

function imagesOf(article: HTMLElement): HTMLImageElement[] {
  return [...article.querySelectorAll<HTMLImageElement>('img')].filter(image => !image.closest('a') && !image.classList.contains('twemoji'))
}
