import type { FileToSend, NamedContent } from './calls.ts';

/** The body of an upload, and its `Content-Type` if fetch can't derive it. */
export function multipart(file: FileToSend): { body: FormData | ReadableStream<Uint8Array>; type?: string } {
  if (!(file instanceof Blob) && file.content instanceof ReadableStream) return streamed(file, file.content);
  const form = new FormData();
  if (file instanceof Blob) {
    form.append('file', file, (file as { name?: string }).name ?? 'file');
  } else {
    form.append(
      'file',
      new Blob([file.content as Exclude<NamedContent['content'], ReadableStream>], {
        type: file.type ?? UNKNOWN,
      }),
      file.name,
    );
  }
  return { body: form };
}

const UNKNOWN = 'application/octet-stream';

/** A form with one file from a stream, read only as fast as it is sent. */
function streamed(
  { name, type = UNKNOWN }: NamedContent,
  content: ReadableStream<Uint8Array>,
): { body: ReadableStream<Uint8Array>; type: string } {
  const boundary = `tandem-${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}`;
  const text = new TextEncoder();
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${escaped(name)}"\r\nContent-Type: ${escaped(type)}\r\n\r\n`;
  const reader = content.getReader();
  let isBegun = false;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!isBegun) {
          isBegun = true;
          return controller.enqueue(text.encode(head));
        }
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        controller.enqueue(text.encode(`\r\n--${boundary}--\r\n`));
        controller.close();
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return { body, type: `multipart/form-data; boundary=${boundary}` };
}

/** Escapes characters that would end a header or its value, as browsers do in forms. */
const escaped = (text: string) =>
  text.replace(/["\r\n]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
