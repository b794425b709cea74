/** Returns the beginning of the paths of a project's pictures and movies, as the page asks for them. */
export function projectMediaPath(connectionId: string, projectId: string): string {
  return `projects/${connectionId}/${projectId}`;
}

/**
 * Returns the path of a scene's still or clip.
 * @param updatedAt of the project when its scenes were read; the picture may be another later.
 */
export function sceneMediaPath(projectPath: string, index: number, updatedAt: number): string {
  return `${projectPath}/scenes/${String(index)}/${String(updatedAt)}`;
}
