import type { ComponentProps } from 'react'
import styles from './CheckboxBox.module.css'

/** The box alone, for where its words stand elsewhere: it needs an `aria-label`, or a label around it. */
export function CheckboxBox({ className = '', ...rest }: Omit<ComponentProps<'input'>, 'type' | 'size'>) {
  return <input type="checkbox" className={`${styles.box} ${className}`} {...rest} />
}
