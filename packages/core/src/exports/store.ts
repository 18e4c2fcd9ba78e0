import type { Page, PageSlice } from '../shared/page.ts';
import type { Scanned, ScannedType } from './record.ts';

export interface ExportStore {
  /** All entities of a type, without removed ones except members. Tasks come in the order of their numbers. */
  scan<Type extends ScannedType>(type: Type, page: PageSlice): Promise<Page<Scanned[Type]>>;
}
