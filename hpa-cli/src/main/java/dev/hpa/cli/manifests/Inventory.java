package dev.hpa.cli.manifests;

import dev.hpa.api.HorizontalPodAutoscaler;
import dev.hpa.api.HpaFeatureGates;
import dev.hpa.api.KubernetesVersion;
import dev.hpa.api.versions.HpaVersion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The autoscalers and workloads in files.
 *
 * @param others ResourceQuotas and Namespaces
 * @param problems problems of documents, one line each with file, document and field; empty if
 *     there are none
 */
public record Inventory(
    List<Autoscaler> autoscalers,
    List<ScalableObject> workloads,
    List<Manifest> others,
    List<String> problems) {

  /**
   * An autoscaler as the API server would store it on creation: defaulted, without a status, and
   * valid.
   *
   * @param file as named on the command line
   * @param place its location, for messages
   */
  public record Autoscaler(String file, String place, HorizontalPodAutoscaler value) {}

  /**
   * An object with a pod template.
   *
   * @param json the object as in the file
   */
  public record ScalableObject(String file, String place, String json, ObjectKey key) {}

  public Inventory {
    autoscalers = List.copyOf(autoscalers);
    workloads = List.copyOf(workloads);
    others = List.copyOf(others);
    problems = List.copyOf(problems);
  }

  /**
   * Reads the given files; {@code -} is standard input.
   *
   * @param release release of the API server
   * @param gates feature gates of the API server
   * @param namespace namespace of objects without one
   */
  public static Inventory read(
      List<String> files, KubernetesVersion release, HpaFeatureGates gates, String namespace)
      throws IOException {
    Reading reading = new Reading(new CreationCheck(release, gates, namespace));
    ManifestFiles.visit(files, reading);
    return new Inventory(reading.autoscalers, reading.workloads, reading.others, reading.problems);
  }

  /** The target of an autoscaler, preferably in the same file. */
  public Optional<ScalableObject> targetOf(Autoscaler autoscaler) {
    HorizontalPodAutoscaler hpa = autoscaler.value();
    ObjectKey target =
        ObjectKey.of(
            hpa.spec().scaleTargetRef().apiVersionOrEmpty(),
            hpa.spec().scaleTargetRef().kind(),
            hpa.metadata().namespaceOrEmpty(),
            hpa.spec().scaleTargetRef().name());
    List<ScalableObject> fitting =
        workloads.stream().filter(workload -> workload.key().equals(target)).toList();
    return fitting.stream()
        .filter(workload -> workload.file().equals(autoscaler.file()))
        .findFirst()
        .or(() -> fitting.stream().findFirst());
  }

  private static final class Reading implements ManifestFiles.Visitor {
    private final CreationCheck judge;
    private final List<Autoscaler> autoscalers = new ArrayList<>();
    private final List<ScalableObject> workloads = new ArrayList<>();
    private final List<Manifest> others = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    Reading(CreationCheck judge) {
      this.judge = judge;
    }

    @Override
    public void document(Document document) {
      Manifest.allOf(document, judge).forEach(this::take);
    }

    @Override
    public void malformed(SourceLocation place, String why) {
      problems.add(place + ": " + why);
    }

    @Override
    public void unusable(String file, String why) {
      problems.add(file + ": " + why);
    }

    private void take(Manifest manifest) {
      SourceLocation place = manifest.place();
      for (ValidationError cause : manifest.errors()) {
        problems.add(place + ": " + cause.text());
      }
      String json = manifest.document().json();
      if (manifest.workload() != null && !Workload.isPod(manifest.key())) {
        workloads.add(new ScalableObject(place.file(), place.toString(), json, manifest.key()));
      } else if (manifest.errors().isEmpty() && manifest.autoscaler() != null) {
        autoscalers.add(autoscaler(manifest, json));
      } else if (manifest.isNamespace() || manifest.key().kind().equals("ResourceQuota")) {
        others.add(manifest);
      }
    }

    private Autoscaler autoscaler(Manifest manifest, String json) {
      SourceLocation place = manifest.place();
      HpaVersion version = HpaVersion.of(manifest.apiVersion()).orElseThrow();
      return new Autoscaler(place.file(), place.toString(), judge.created(version.decode(json)));
    }
  }
}
