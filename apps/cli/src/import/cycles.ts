/** An edge of a graph, by the ids of its ends. */
export interface Edge {
  readonly from: string;
  readonly to: string;
}

/** The edges that close a cycle, in the order given: without them, the graph has none. */
export function closingEdges<E extends Edge>(edges: readonly E[]): Set<E> {
  const outgoing = new Map<string, E[]>();
  for (const edge of edges) {
    const list = outgoing.get(edge.from);
    if (list) list.push(edge);
    else outgoing.set(edge.from, [edge]);
  }
  const closing = new Set<E>();
  const state = new Map<string, 'open' | 'closed'>();
  for (const start of outgoing.keys()) {
    if (state.has(start)) continue;
    // A stack instead of recursion: chains may be longer than the call stack.
    const path = [{ node: start, next: 0 }];
    state.set(start, 'open');
    for (let step = path.at(-1); step; step = path.at(-1)) {
      const edge = outgoing.get(step.node)?.[step.next++];
      if (!edge) {
        state.set(step.node, 'closed');
        path.pop();
        continue;
      }
      const seen = state.get(edge.to);
      if (seen === 'open') closing.add(edge);
      if (seen) continue;
      state.set(edge.to, 'open');
      path.push({ node: edge.to, next: 0 });
    }
  }
  return closing;
}
