import type { ComponentProps, ReactNode } from 'react'
import styles from './Checkbox.module.css'
import { CheckboxBox } from './CheckboxBox.tsx'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'size'> {
  readonly label: ReactNode
}

/** A checkbox with its label beside it. */
export function Checkbox({ label, className = '', ...rest }: CheckboxProps) {
  return (
    <label className={`${styles.choice} ${className}`}>
      <CheckboxBox className={styles.box} {...rest} />
      {label}
    </label>
  )
}
