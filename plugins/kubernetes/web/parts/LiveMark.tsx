import { useText } from '@portico/core/web'
import { kubernetesMessages } from '../messages.ts'
import styles from './LiveMark.module.css'

const words = { connecting: kubernetesMessages.connecting, live: kubernetesMessages.live, lost: kubernetesMessages.reconnecting } as const

/** Whether what is shown follows the clusters now. */
export function LiveMark({ connection }: { readonly connection: keyof typeof words }) {
  const text = useText()
  return (
    <span role="status" className={styles.mark} data-connection={connection}>
      <span className={styles.dot} aria-hidden />
      {text(words[connection])}
    </span>
  )
}
