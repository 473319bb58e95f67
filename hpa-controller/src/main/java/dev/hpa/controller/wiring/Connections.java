package dev.hpa.controller.wiring;

import dev.hpa.kube.client.ClusterConnection;

/**
 * The connections of a controller.
 *
 * @param watching for watches
 * @param acting for reads and writes: the same, or one as another user
 */
record Connections(ClusterConnection watching, ClusterConnection acting) implements AutoCloseable {

  @Override
  public void close() {
    acting.close();
    watching.close();
  }
}
