import { fileUrl } from '../api/queries/files.ts';
import styles from './file-view.module.css';
import { sizeOf } from './format.ts';

interface FileViewProps {
  readonly file: {
    readonly fileId: string;
    readonly fileName: string;
    readonly mimeType: string;
    readonly size: number;
  };
}

/** Image types that browsers display without running scripts. */
const PICTURES: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/svg+xml',
];

/** A file: an image is shown, anything else is a link with name and size. */
export function FileView({ file: { fileId, fileName, mimeType, size } }: FileViewProps) {
  const href = fileUrl(fileId);
  const isPicture = PICTURES.includes(mimeType.split(';')[0] ?? '');
  return (
    <a className={styles.file} href={href} data-picture={isPicture || undefined}>
      {isPicture && <img className={styles.picture} src={href} alt="" loading="lazy" />}
      <span className={styles.name}>{fileName}</span>
      <span className="soft small">{sizeOf(size)}</span>
    </a>
  );
}
