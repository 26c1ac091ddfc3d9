/** What a blog says besides its posts. */
export interface BlogWords {
  readonly blog: string
  readonly archive: string
  readonly categories: string
  readonly authors: string
  readonly more: string
  readonly minutes: (count: number) => string
  readonly pinned: string
  readonly draft: string
  readonly updated: string
  readonly related: string
  readonly pages: string
  readonly newer: string
  readonly older: string
}

const english: BlogWords = {
  blog: 'Blog',
  archive: 'Archive',
  categories: 'Categories',
  authors: 'Authors',
  more: 'Continue reading',
  minutes: count => `${count} min read`,
  pinned: 'Pinned',
  draft: 'Draft',
  updated: 'Updated',
  related: 'Related links',
  pages: 'More posts',
  newer: 'Newer posts',
  older: 'Older posts',
}

const byLanguage: Readonly<Record<string, BlogWords>> = {
  de: {
    blog: 'Blog',
    archive: 'Archiv',
    categories: 'Kategorien',
    authors: 'Autoren',
    more: 'Weiterlesen',
    minutes: count => `${count} Min. Lesezeit`,
    pinned: 'Angeheftet',
    draft: 'Entwurf',
    updated: 'Aktualisiert',
    related: 'Weiterführende Links',
    pages: 'Weitere Beiträge',
    newer: 'Neuere Beiträge',
    older: 'Ältere Beiträge',
  },
  es: {
    blog: 'Blog',
    archive: 'Archivo',
    categories: 'Categorías',
    authors: 'Autores',
    more: 'Seguir leyendo',
    minutes: count => `${count} min de lectura`,
    pinned: 'Fijado',
    draft: 'Borrador',
    updated: 'Actualizado',
    related: 'Enlaces relacionados',
    pages: 'Más entradas',
    newer: 'Entradas más recientes',
    older: 'Entradas anteriores',
  },
  fr: {
    blog: 'Blog',
    archive: 'Archives',
    categories: 'Catégories',
    authors: 'Auteurs',
    more: 'Lire la suite',
    minutes: count => `${count} min de lecture`,
    pinned: 'Épinglé',
    draft: 'Brouillon',
    updated: 'Mis à jour',
    related: 'Liens associés',
    pages: 'Plus d’articles',
    newer: 'Articles plus récents',
    older: 'Articles plus anciens',
  },
  ja: {
    blog: 'ブログ',
    archive: 'アーカイブ',
    categories: 'カテゴリー',
    authors: '著者',
    more: '続きを読む',
    minutes: count => `${count} 分で読めます`,
    pinned: '固定',
    draft: '下書き',
    updated: '更新',
    related: '関連リンク',
    pages: 'ほかの投稿',
    newer: '新しい投稿',
    older: '以前の投稿',
  },
}

/** The words in the language of the site; English where it has another. */
export function wordsOf(language: string): BlogWords {
  return byLanguage[language.split(/[-_]/, 1)[0]!.toLowerCase()] ?? english
}
