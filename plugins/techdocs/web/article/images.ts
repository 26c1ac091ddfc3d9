/** Images that are no links open in a light box, by pointer and by key. */
export function addImageButtons(
  article: HTMLElement,
  label: string,
  onImage: (images: readonly HTMLImageElement[], at: number) => void,
  signal: AbortSignal,
): void {
  const images = [...article.querySelectorAll<HTMLImageElement>('img')].filter(
    image => !image.closest('a') && !image.classList.contains('twemoji'),
  )
  images.forEach((image, at) => {
    image.tabIndex = 0
    image.setAttribute('role', 'button')
    image.setAttribute('aria-label', image.alt === '' ? label : `${label}: ${image.alt}`)
    image.addEventListener('click', () => onImage(images, at), { signal })
    image.addEventListener(
      'keydown',
      event => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        onImage(images, at)
      },
      { signal },
    )
  })
}
