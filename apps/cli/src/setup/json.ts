import { isDeepStrictEqual } from 'node:util';
import {
  findNodeAtLocation,
  getNodeValue,
  type JSONPath,
  type Node,
  type ParseError,
  parseTree,
} from 'jsonc-parser';
import { CannotDo } from '../ending.ts';
import { eolOf, type Part } from './tool.ts';

/** A value at a path of a JSON file, or an item of the array at that path. */
export interface Entry {
  readonly path: readonly string[];
  readonly value: unknown;
  readonly isItem?: boolean;
  /** The array if there is none. With it, the item is removed only if the file before the setup did not have it. */
  readonly initial?: readonly unknown[];
  /** Whether a value found there comes from a setup, also from one with other options. */
  owns(value: unknown): boolean;
}

/**
 * A part of a JSON file, which may have comments and trailing commas. Only the entries' own lines change: jsonc-parser's
 * `modify` would also format their neighbors.
 */
export function jsonPart(files: Part['files'], entries: readonly Entry[], blank = '{}\n'): Part {
  return {
    files,
    blank,
    add: (text) => keepingBom(text, (rest) => entries.reduce(addEntry, rest.trim() === '' ? blank : rest)),
    remove: (text, before) =>
      text.trim() === ''
        ? text
        : keepingBom(text, (rest) =>
            entries.reduceRight((now, entry) => removeEntry(now, entry, before?.replace(BOM, '')), rest),
          ),
  };
}

const BOM = /^\ufeff/;

/** The parser rejects a byte order mark. */
const keepingBom = (text: string, edit: (rest: string) => string): string =>
  (BOM.exec(text)?.[0] ?? '') + edit(text.replace(BOM, ''));

function addEntry(text: string, entry: Entry): string {
  const root = treeOf(text);
  const found = ownNode(root, entry);
  if (found)
    return isDeepStrictEqual(getNodeValue(found), entry.value)
      ? text
      : replaceValue(text, found, entry.value);
  const { path, value, isItem, initial = [value] } = entry;
  const other = findNodeAtLocation(root, [...path]);
  if (isItem && other?.type === 'string') {
    return other.value === value ? text : replaceValue(text, other, [other.value, value]);
  }
  if (!isItem && other) return replaceValue(text, other, value);
  return insert(text, root, path, isItem ? initial : value, isItem ? value : undefined);
}

function removeEntry(text: string, entry: Entry, before: string | undefined): string {
  const found = ownNode(treeOf(text), entry);
  if (!found) return text;
  const original = before?.trim() ? treeOf(before) : undefined;
  if (entry.initial && (!original || ownNode(original, entry))) return text;
  const replaced = original && findNodeAtLocation(original, [...entry.path]);
  if (replaced && !entry.isItem) return replaceValue(text, found, getNodeValue(replaced));
  const array = found.parent as Node;
  const isInitial = entry.initial !== undefined && isDeepStrictEqual(getNodeValue(array), entry.initial);
  return removeMember(text, memberOf(isInitial && !replaced ? array : found), (node) => {
    const path = pathOf(node);
    return path.length > 0 && !(original && findNodeAtLocation(original, path));
  });
}

/** The value that an earlier setup wrote. */
function ownNode(root: Node, { path, isItem, owns }: Entry): Node | undefined {
  const node = findNodeAtLocation(root, [...path]);
  const candidates = isItem ? (node?.type === 'array' ? (node.children ?? []) : []) : node ? [node] : [];
  return candidates.find((each) => owns(getNodeValue(each)));
}

function treeOf(text: string): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error || root?.type !== 'object') {
    const line = text.slice(0, error?.offset ?? 0).split('\n').length;
    throw new CannotDo(
      error ? `is not valid JSON at line ${line}. Fix it, then try again.` : 'is not a JSON object.',
    );
  }
  return root;
}

/** Inserts what is missing of a path into the deepest object or array that exists. */
function insert(text: string, root: Node, path: readonly string[], value: unknown, item: unknown): string {
  let depth = path.length;
  while (depth > 0 && !findNodeAtLocation(root, path.slice(0, depth))) depth -= 1;
  const container = depth === 0 ? root : (findNodeAtLocation(root, path.slice(0, depth)) as Node);
  const isWhole = depth === path.length;
  if (container.type !== (isWhole ? 'array' : 'object')) {
    throw new CannotDo(
      `has ${path.slice(0, depth).join('.')}, which is not ${isWhole ? 'a list' : 'an object'}.`,
    );
  }
  const nested = path.slice(depth + 1).reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  return insertMember(text, container, isWhole ? undefined : path[depth], isWhole ? item : nested);
}

function insertMember(text: string, container: Node, name: string | undefined, value: unknown): string {
  const eol = eolOf(text);
  const close = container.offset + container.length - 1;
  const inside = text.slice(container.offset + 1, close);
  const members = container.children ?? [];
  const last = members.at(-1);
  // Comments behind the last member stay there.
  const at = container.offset + 1 + inside.trimEnd().length;
  const key = name === undefined ? '' : `${JSON.stringify(name)}: `;
  const comma = last && !hasComma(text, end(last), at) ? ',' : '';
  const head = text.slice(0, last ? end(last) : at) + comma + text.slice(last ? end(last) : at, at);
  const isInline =
    !inside.includes('\n') && (last !== undefined || (rootOf(container).length > 2 && !text.includes('\n')));
  if (isInline) return `${head}${last ? ' ' : ''}${key}${JSON.stringify(value)}${text.slice(at)}`;
  const unit = unitOf(text);
  const outer = indentAt(text, container.offset);
  const indent =
    last && startsItsLine(text, members[0] as Node)
      ? indentAt(text, (members[0] as Node).offset)
      : outer + unit;
  const lines = pretty(value, unit).replaceAll('\n', eol + indent);
  const trailing = last && comma === '' ? ',' : '';
  const rest = inside.slice(inside.trimEnd().length);
  const tail = rest.includes('\n') ? rest : eol + outer;
  return `${head}${eol}${indent}${key}${lines}${trailing}${tail}${text.slice(close)}`;
}

function replaceValue(text: string, node: Node, value: unknown): string {
  const indent = indentAt(text, node.offset);
  const written = startsItsLine(text, memberOf(node))
    ? pretty(value, unitOf(text)).replaceAll('\n', eolOf(text) + indent)
    : JSON.stringify(value);
  return text.slice(0, node.offset) + written + text.slice(end(node));
}

/** Removes a member, and the objects and arrays that it leaves empty if they may go. */
function removeMember(text: string, member: Node, mayGo: (container: Node) => boolean): string {
  const container = member.parent as Node;
  const members = container.children ?? [];
  const inside =
    text.slice(container.offset + 1, member.offset) + text.slice(end(member), end(container) - 1);
  if (members.length === 1 && /^[\s,]*$/.test(inside)) {
    if (mayGo(container)) return removeMember(text, memberOf(container), mayGo);
    return text.slice(0, container.offset + 1) + text.slice(end(container) - 1);
  }
  const next = members[members.indexOf(member) + 1];
  const previous = members[members.indexOf(member) - 1];
  const until = next ? next.offset : end(container) - 1;
  const ownComma = commaIn(text, end(member), until);
  const from = member.offset - (/\s*$/.exec(text.slice(0, member.offset))?.[0].length ?? 0);
  const to = ownComma === null ? end(member) : ownComma + 1;
  const before = ownComma === null && previous ? commaIn(text, end(previous), member.offset) : null;
  const head =
    before === null
      ? text.slice(0, from)
      : text.slice(0, before) + text.slice(before + 1, Math.max(from, before + 1));
  return head + text.slice(to);
}

/** The offset of the comma between two offsets, skipping comments. */
function commaIn(text: string, from: number, to: number): number | null {
  const between = text
    .slice(from, to)
    .replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (comment) => ' '.repeat(comment.length));
  const at = between.indexOf(',');
  return at < 0 ? null : from + at;
}

const hasComma = (text: string, from: number, to: number): boolean => commaIn(text, from, to) !== null;

const end = ({ offset, length }: Node): number => offset + length;

/** The property of a value in an object; an item of an array itself. */
const memberOf = (node: Node): Node => (node.parent?.type === 'property' ? node.parent : node);

const rootOf = (node: Node): Node => (node.parent ? rootOf(node.parent) : node);

function pathOf(node: Node): JSONPath {
  const { parent } = node;
  if (!parent) return [];
  if (parent.type === 'property')
    return [...pathOf(parent.parent as Node), parent.children?.[0]?.value as string];
  return [...pathOf(parent), parent.children?.indexOf(node) ?? 0];
}

const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;

const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(lineStart(text, offset)))?.[0] ?? '';

const startsItsLine = (text: string, { offset }: Node): boolean =>
  text.slice(lineStart(text, offset), offset).trim() === '';

/** One level of the file's own indentation. */
const unitOf = (text: string): string => /^(\t| {1,8})\S/m.exec(text)?.[1] ?? '  ';

/** JSON with short lists of words on one line. */
const pretty = (value: unknown, unit: string): string =>
  JSON.stringify(value, null, unit).replace(
    /\[\s+([^[\]{}]*?)\s+\]/g,
    (_all, items: string) => `[${items.replace(/,\s+/g, ', ')}]`,
  );
