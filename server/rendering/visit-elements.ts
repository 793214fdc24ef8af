import type { Element, Parents, RootContent } from 'hast';

type Visitor = (element: Element, index: number, parent: Parents) => unknown;

/**
 * Visits elements in document order, with less CPU time than unist-util-visit. The visitor returns `skip` for an
 * element whose children are not visited, and `removed` for one that it removed.
 */
export function visitElements(parent: Parents, visitor: Visitor): void {
  const { children } = parent;
  for (let index = 0; index < children.length; index += 1) {
    const child = children[index];
    if (child?.type !== 'element') continue;
    const result = visitor(child, index, parent);
    if (result === 'removed') index -= 1;
    else if (result !== 'skip') visitElements(child, visitor);
  }
}

export function hasElement({ children }: Parents, test: (element: Element) => boolean): boolean {
  return children.some((child) => child.type === 'element' && (test(child) || hasElement(child, test)));
}

/** Copies what contains a removed element, and leaves the given nodes unchanged. */
export function withoutElements<Node extends RootContent>(
  children: readonly Node[],
  test: (element: Element) => boolean,
): Node[] {
  return children.flatMap((node) => {
    if (node.type !== 'element') return [node];
    return test(node) ? [] : [{ ...node, children: withoutElements(node.children, test) }];
  });
}
