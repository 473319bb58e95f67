package dev.hpa.controller;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.sandbox.Sandbox;
import dev.hpa.sandbox.cluster.ResourceType;
import java.io.IOException;

/** Creates objects of a sandbox from YAML. */
public final class Manifests {

  private Manifests() {}

  /** Creates an object in the namespace {@code default}. */
  public static void create(Sandbox sandbox, ResourceType type, String manifest)
      throws IOException {
    create(sandbox, type, "default", manifest);
  }

  /**
   * Creates an object.
   *
   * @param namespace empty for an object of the cluster
   */
  public static void create(Sandbox sandbox, ResourceType type, String namespace, String manifest)
      throws IOException {
    ObjectNode object = new YAMLMapper().readValue(manifest, ObjectNode.class);
    sandbox.cluster().create(type, namespace, object, false);
  }
}
