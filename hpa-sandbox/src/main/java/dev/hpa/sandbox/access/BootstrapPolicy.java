package dev.hpa.sandbox.access;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/** The default roles and bindings of a new cluster. */
public final class BootstrapPolicy {

  private static final String GROUP = "rbac.authorization.k8s.io";
  private static final String FILE = "bootstrap.yaml";

  private BootstrapPolicy() {}

  /** Creates the roles and bindings; their namespaces must exist. */
  public static void create(Cluster cluster) {
    for (ObjectNode object : read()) {
      String kind = object.path("kind").asText();
      ResourceType type = Objects.requireNonNull(ResourceTypes.ofKind(GROUP, kind), kind);
      object.put("apiVersion", GROUP + "/v1");
      ObjectNode metadata = object.withObject("/metadata");
      metadata.putObject("labels").put("kubernetes.io/bootstrapping", "rbac-defaults");
      metadata.putObject("annotations").put(GROUP + "/autoupdate", "true");
      cluster.create(type, metadata.path("namespace").asText(""), object, false);
    }
  }

  private static List<ObjectNode> read() {
    try (InputStream file =
            Objects.requireNonNull(BootstrapPolicy.class.getResourceAsStream(FILE), FILE);
        MappingIterator<ObjectNode> objects =
            new YAMLMapper().readerFor(ObjectNode.class).readValues(file)) {
      return objects.readAll();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
