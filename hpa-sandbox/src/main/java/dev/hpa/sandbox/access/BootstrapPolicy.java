package dev.hpa.sandbox.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.kube.content.YamlFormatException;
import dev.hpa.kube.content.YamlJson;
import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceType;
import dev.hpa.sandbox.cluster.ResourceTypes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/** The default roles and bindings of a new cluster. */
public final class BootstrapPolicy {

  private static final String GROUP = "rbac.authorization.k8s.io";
  private static final String FILE = "bootstrap.yaml";
  private static final Pattern DOCUMENT_START = Pattern.compile("(?m)^---\n");

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
    List<ObjectNode> objects = new ArrayList<>();
    try (InputStream file =
        Objects.requireNonNull(BootstrapPolicy.class.getResourceAsStream(FILE), FILE)) {
      String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      for (String document : DOCUMENT_START.split(text)) {
        objects.add((ObjectNode) Json.tree(YamlJson.first(document).text()));
      }
      return objects;
    } catch (IOException | YamlFormatException failure) {
      throw new IllegalStateException(FILE, failure);
    }
  }
}
