/** Hands a file to whoever sits in front of the page. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Not at once: the browser may only begin to read.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
