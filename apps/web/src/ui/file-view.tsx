import { fileUrl } from '../api/queries/files.ts';
import styles from './file-view.module.css';
import { sizeOf } from './format.ts';
import { isRaster } from './pictures.ts';

interface FileViewProps {
  readonly file: {
    readonly fileId: string;
    readonly fileName: string;
    readonly mimeType: string;
    readonly size: number;
  };
}

/** A file: an image is shown, anything else is a link with name and size. */
export function FileView({ file: { fileId, fileName, mimeType, size } }: FileViewProps) {
  const href = fileUrl(fileId);
  // Browsers run no scripts in an SVG that is shown as a picture.
  const isPicture = isRaster(mimeType) || mimeType.startsWith('image/svg+xml');
  return (
    <a className={styles.file} href={href} data-picture={isPicture || undefined}>
      {isPicture && <img className={styles.picture} src={href} alt="" loading="lazy" />}
      <span className={styles.name}>{fileName}</span>
      <span className="soft small">{sizeOf(size)}</span>
    </a>
  );
}
