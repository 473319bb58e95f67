package dev.hpa.cli.recommend;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.NamespacedName;
import dev.hpa.cli.files.AtomicFile;
import dev.hpa.cli.output.YamlText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * A folder with a patch of each HPA as a component of kustomize, and with the results of a run, so
 * that another one can continue it.
 */
final class FleetFolder {
  private static final String RESULTS = ".results";
  private static final String COMPONENT = "kustomization.yaml";
  private static final String PATCH = ".yaml";

  /** Names of objects have no underscore, so that it is no patch of another HPA. */
  private static final String REQUESTS = "_requests.yaml";

  /** File systems take 255 bytes, of which a temporary name needs some more. */
  private static final int MAX_PART = 180;

  private static final int DIGEST = 17;

  private final Path folder;

  FleetFolder(Path folder) {
    this.folder = folder;
  }

  /**
   * The result that an earlier run wrote.
   *
   * @param digest of everything but the time that the result depends on
   */
  Optional<FleetRow> kept(NamespacedName name, String digest) {
    try {
      ObjectNode tree = (ObjectNode) Json.tree(Files.readString(result(name)));
      return tree.path("digest").asText().equals(digest) ? FleetRow.parse(tree) : Optional.empty();
    } catch (IOException | JsonFormatException | ClassCastException unusable) {
      return Optional.empty();
    }
  }

  /**
   * Writes the result and the patches of an HPA and its workload; without a recommendation, or if
   * something else writes the HPA, removes them.
   */
  void write(FleetRow row, String digest) throws IOException {
    AtomicFile.write(result(row.name()), Json.text(row.json().put("digest", digest)));
    Path patch = folder.resolve(patch(row.name(), PATCH));
    Path requests = folder.resolve(patch(row.name(), REQUESTS));
    if (!hasPatch(row)) {
      Files.deleteIfExists(patch);
    } else {
      AtomicFile.write(patch, YamlText.of(withHeader(row)));
    }
    if (hasRequests(row)) {
      AtomicFile.write(requests, YamlText.of(row.proposal().path("workloadPatch")));
    } else {
      Files.deleteIfExists(requests);
    }
  }

  private static boolean hasRequests(FleetRow row) {
    return hasPatch(row) && !row.proposal().path("workloadPatch").isEmpty();
  }

  private static boolean hasPatch(FleetRow row) {
    return !row.proposal().isMissingNode() && row.owner().isEmpty();
  }

  private static ObjectNode withHeader(FleetRow row) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    patch.put("apiVersion", "autoscaling/v2").put("kind", "HorizontalPodAutoscaler");
    patch
        .putObject("metadata")
        .put("name", row.name().name())
        .put("namespace", row.name().namespace());
    ObjectNode change = (ObjectNode) row.proposal().path("patch");
    patch.withObject("/metadata").setAll(change.withObject("/metadata"));
    patch.set("spec", change.path("spec"));
    if (patch.path("spec").isMissingNode()) {
      patch.remove("spec");
    }
    return patch;
  }

  /** Writes the component that has the patches of these HPAs. */
  void finish(List<FleetRow> rows) throws IOException {
    ObjectNode component = JsonNodeFactory.instance.objectNode();
    component.put("apiVersion", "kustomize.config.k8s.io/v1alpha1").put("kind", "Component");
    ArrayNode patches = component.putArray("patches");
    rows.stream()
        .filter(FleetFolder::hasPatch)
        .sorted(Comparator.comparing(FleetRow::name))
        .forEach(
            row -> {
              patches.addObject().put("path", patch(row.name(), PATCH));
              if (hasRequests(row)) {
                patches.addObject().put("path", patch(row.name(), REQUESTS));
              }
            });
    AtomicFile.write(folder.resolve(COMPONENT), YamlText.of(component));
  }

  private static String patch(NamespacedName name, String end) {
    return part(name.namespace()) + "/" + part(name.name()) + end;
  }

  private Path result(NamespacedName name) {
    return folder
        .resolve(RESULTS)
        .resolve(part(name.namespace()))
        .resolve(part(name.name()) + ".json");
  }

  /**
   * A part of a path: an API server has no other characters, but files may; long names are cut, so
   * that file systems take them with what is appended.
   */
  private static String part(String name) {
    String part = name.replaceAll("[^a-z0-9.-]", "_").replaceAll("^\\.|^$", "_");
    return part.length() <= MAX_PART
        ? part
        : part.substring(0, MAX_PART - DIGEST) + "-" + digest(name).substring(0, DIGEST - 1);
  }

  static String digest(String name) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(name.getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
