/**
 * For `onMouseDown` of a submit button: the focus stays in the field, whose check on blur could show an error that moves
 * the button away from the pointer.
 */
export function preventFocusLoss(event: { preventDefault(): void }): void {
  event.preventDefault();
}
