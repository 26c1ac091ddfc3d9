import { relationTypes } from '@portico/catalog/common'
import { useText } from '@portico/core/web'
import { useNumber } from '@portico/ui'
import { useMemo } from 'react'
import { catalogGraphMessages } from '../messages.ts'
import type { DrawingWords } from './graph-drawing.ts'

const standard: ReadonlySet<string> = new Set(relationTypes)

/** The texts of a drawing in the current language. Custom relations are shown by their type. */
export function useGraphWords(): DrawingWords {
  const text = useText()
  const number = useNumber()
  return useMemo(
    () => ({
      relation: type => (isStandard(type) ? text(catalogGraphMessages[type]) : type),
      more: count => text(catalogGraphMessages.more, { count: number(count) }),
      missing: text(catalogGraphMessages.missing),
    }),
    [text, number],
  )
}

function isStandard(type: string): type is (typeof relationTypes)[number] {
  return standard.has(type)
}
