package dev.hpa.cli.options;

import dev.hpa.api.HpaFeatureGates;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.cli.manifests.CreationCheck;
import dev.hpa.cli.manifests.Document;
import dev.hpa.cli.manifests.Manifest;
import dev.hpa.cli.manifests.ManifestFiles;
import dev.hpa.cli.manifests.SourceLocation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The autoscalers and namespaces in files. An autoscaler may have errors in its spec, which do not
 * matter for its options.
 *
 * @param autoscalers in the order of the files, with the ScaledObjects of KEDA, which copies their
 *     annotations to the autoscalers that it creates
 * @param problems documents that cannot be read, one line each
 * @param unreadable the first file that cannot be read, as one line; null if all can be
 */
record OptionManifests(
    List<Manifest> autoscalers,
    List<Manifest> namespaces,
    List<String> problems,
    @Nullable String unreadable) {

  /**
   * Reads files and folders; {@code -} is standard input.
   *
   * @param namespace namespace of objects without one
   */
  static OptionManifests read(List<String> files, String namespace) throws IOException {
    Reading reading =
        new Reading(
            new CreationCheck(KubernetesVersion.DEFAULT, HpaFeatureGates.DEFAULT, namespace));
    ManifestFiles.visit(files, reading);
    return new OptionManifests(
        reading.autoscalers, reading.namespaces, reading.problems, reading.unreadable);
  }

  private static final class Reading implements ManifestFiles.Visitor {
    private final CreationCheck check;
    private final List<Manifest> autoscalers = new ArrayList<>();
    private final List<Manifest> namespaces = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private @Nullable String unreadable;

    Reading(CreationCheck check) {
      this.check = check;
    }

    @Override
    public void document(Document document) {
      for (Manifest manifest : Manifest.allOf(document, check)) {
        if (manifest.autoscaler() != null || manifest.isScaledObject()) {
          autoscalers.add(manifest);
        } else if (manifest.isNamespace()) {
          namespaces.add(manifest);
        } else {
          manifest.errors().forEach(each -> malformed(manifest.place(), each.text()));
        }
      }
    }

    @Override
    public void malformed(SourceLocation place, String why) {
      problems.add(place + ": " + why);
    }

    @Override
    public void unusable(String file, String why) {
      unreadable = unreadable == null ? file + ": " + why : unreadable;
    }
  }
}
