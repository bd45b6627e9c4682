/**
 * Notes the sockets, servers, pipes, child processes and threads that the process has open. The returned function lists
 * the types of those that were opened since and are still open.
 */
export function watchHandles(): () => readonly string[] {
  const before = listHandles();
  return () => {
    const known = [...before];
    return listHandles().filter((type) => {
      const index = known.indexOf(type);
      if (index >= 0) known.splice(index, 1);
      return index < 0;
    });
  };
}

function listHandles(): readonly string[] {
  return process.getActiveResourcesInfo().filter((type) => /Wrap$|Worker|MessagePort/.test(type));
}
