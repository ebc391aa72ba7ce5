/** Placeholder of the screen. */
export default function SetScreen({ id }: { id: string }) {
  return <h1>{id}</h1>;
}
