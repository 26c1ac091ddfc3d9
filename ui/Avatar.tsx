import { useState } from 'react'
import styles from './Avatar.module.css'

const hues = ['component', 'api', 'resource', 'system', 'domain', 'group', 'template', 'user'] as const

/** The first letters of a name's first and last word. */
export function toInitials(name: string): string {
  const words = name
    .trim()
    .split(/[\s._/:@-]+/)
    .filter(Boolean)
  const first = [...(words[0] ?? '?')]
  const last = words.length > 1 ? [...(words[words.length - 1] ?? '')] : []
  return `${first[0] ?? '?'}${last[0] ?? ''}`.toLocaleUpperCase()
}

/** The same name always has the same colour. */
export function toHue(name: string): string {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0
  return hues[sum % hues.length] ?? 'user'
}

export interface AvatarProps {
  readonly name: string
  readonly picture?: string | undefined
  readonly size?: number
  /** Groups are squares, people are circles. */
  readonly shape?: 'circle' | 'square'
  /** Decoration beside the written name: not read out. */
  readonly decorative?: boolean
}

/** A picture, or initials on a colour of their own without one. */
export function Avatar({ name, picture, size = 24, shape = 'circle', decorative = false }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  const hue = `var(--kind-${toHue(name)})`
  return (
    <span
      className={`${styles.avatar} ${shape === 'square' ? styles.square : ''}`}
      style={{ width: size, height: size, fontSize: Math.max(9, Math.round(size * 0.4)), ...{ '--hue': hue } }}
      {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name, title: name })}
    >
      {picture !== undefined && broken !== picture ? (
        <img src={picture} alt="" width={size} height={size} loading="lazy" onError={() => setBroken(picture)} />
      ) : (
        toInitials(name)
      )}
    </span>
  )
}
