import type { Build } from '@portico/builds/common'
import { useText } from '@portico/core/web'
import { Avatar, Link } from '@portico/ui'
import IconGitBranch from '@tabler/icons-react/dist/esm/icons/IconGitBranch.mjs'
import { buildsMessages } from '../messages.ts'
import styles from './BuildSource.module.css'

/** Where a build comes from: its branch, its commit and who started it. */
export function BuildSource({ build: { branch, revision, commitUrl, user, committer } }: { readonly build: Build }) {
  const text = useText()
  const hash = revision?.slice(0, 7)
  const name = user?.name ?? user?.login ?? committer
  return (
    <span className={styles.source}>
      {name !== undefined && <Avatar name={name} picture={user?.avatarUrl} size={20} />}
      {branch !== undefined && (
        <span className={styles.branch} title={branch}>
          <IconGitBranch size={13} aria-hidden />
          <span className={styles.branchName}>{branch}</span>
        </span>
      )}
      {hash !== undefined &&
        (commitUrl === undefined ? (
          <code className={styles.hash}>{hash}</code>
        ) : (
          <Link to={commitUrl} plain className={styles.hash} aria-label={text(buildsMessages.commitLink, { hash })}>
            {hash}
          </Link>
        ))}
    </span>
  )
}
