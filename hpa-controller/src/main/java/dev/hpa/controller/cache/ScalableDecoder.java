package dev.hpa.controller.cache;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.api.JsonFormatException;
import dev.hpa.api.JsonStream;
import dev.hpa.api.LabelSelector;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.ObjectMeta;
import dev.hpa.api.ReadBudget;
import dev.hpa.api.Scale;
import dev.hpa.api.Selector;
import dev.hpa.core.Rollout;
import dev.hpa.kube.client.Reflector;
import dev.hpa.kube.client.UnreadableObject;
import dev.hpa.kube.client.UnreadableObjectException;
import dev.hpa.kube.memory.Limit;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads of a workload what its scale subresource would show, and skips the rest. */
final class ScalableDecoder implements Reflector.Decoder<ScalableWorkload> {

  private final String kind;
  private final Function<JsonNode, LabelSelector> selectorForm;

  /**
   * @param kind the kind of the workloads
   * @param selectorForm how the kind writes the selector of its pods
   */
  ScalableDecoder(String kind, Function<JsonNode, LabelSelector> selectorForm) {
    this.kind = kind;
    this.selectorForm = selectorForm;
  }

  /** A workload as far as it has been read. */
  private static final class Draft {
    String namespace = "";
    String name = "";
    String uid = "";
    String resourceVersion = "";
    @Nullable Instant created;
    @Nullable Integer specReplicas;
    int statusReplicas;
    int updatedReplicas;
    String currentRevision = "";
    String updateRevision = "";
    boolean stalled;
    @Nullable String selector;
  }

  @Override
  public Reflector.Versioned<ScalableWorkload> read(JsonParser in) throws IOException {
    Draft draft = new Draft();
    try {
      members(JsonStream.lenient(in), draft);
    } catch (IllegalArgumentException | DateTimeException failure) {
      throw new UnreadableObjectException(
          new UnreadableObject(
              draft.namespace,
              draft.name,
              draft.resourceVersion,
              null,
              String.valueOf(failure.getMessage())),
          new NamespacedName(draft.namespace, draft.name) + ": " + failure.getMessage(),
          failure);
    }
    return new Reflector.Versioned<>(
        draft.namespace, draft.name, draft.resourceVersion, scalable(draft));
  }

  private void members(JsonStream in, Draft draft) throws IOException {
    in.object(
        name -> {
          switch (name) {
            case "metadata" -> metadata(in, draft);
            case "spec" -> spec(in, draft);
            case "status" -> status(in, draft);
            default -> in.skip();
          }
        });
  }

  private static void metadata(JsonStream in, Draft draft) throws IOException {
    in.object(
        name -> {
          switch (name) {
            case "namespace" -> draft.namespace = in.string().intern();
            case "name" -> draft.name = in.string();
            case "uid" -> draft.uid = in.string();
            case "resourceVersion" -> draft.resourceVersion = in.string();
            case "creationTimestamp" -> draft.created = in.timeIfAny();
            default -> in.skip();
          }
        });
  }

  private void spec(JsonStream in, Draft draft) throws IOException {
    in.object(
        name -> {
          switch (name) {
            case "replicas" -> draft.specReplicas = number(in);
            case "selector" ->
                draft.selector =
                    selector(
                        in.tree(
                            new ReadBudget(
                                Limit.SELECTOR_VALUES.asInt(), Limit.SELECTOR_CHARS.asInt())));
            default -> in.skip();
          }
        });
  }

  private static void status(JsonStream in, Draft draft) throws IOException {
    in.object(
        name -> {
          switch (name) {
            case "replicas" -> draft.statusReplicas = numberOrZero(in);
            case "updatedReplicas" -> draft.updatedReplicas = numberOrZero(in);
            case "currentRevision" -> draft.currentRevision = in.string();
            case "updateRevision" -> draft.updateRevision = in.string();
            case "conditions" -> in.array(() -> condition(in, draft));
            default -> in.skip();
          }
        });
  }

  private static void condition(JsonStream in, Draft draft) throws IOException {
    Map<String, String> found = new HashMap<>();
    in.object(
        name -> {
          switch (name) {
            case "type", "status" -> found.put(name, in.string());
            default -> in.skip();
          }
        });
    draft.stalled |= "Progressing".equals(found.get("type")) && "False".equals(found.get("status"));
  }

  private static int numberOrZero(JsonStream in) throws IOException {
    Integer number = number(in);
    return number == null ? 0 : number;
  }

  /** Null if there is no integer. */
  private static @Nullable Integer number(JsonStream in) throws IOException {
    Long number = in.integer();
    if (number != null && number != number.intValue()) {
      throw new IllegalArgumentException(number + " does not fit into 32 bits");
    }
    return number == null ? null : number.intValue();
  }

  /**
   * The text the API server shows, after the round trip through its structure that the scale client
   * makes; null for a selector that is none.
   */
  private @Nullable String selector(JsonNode node) {
    try {
      String shown = selectorForm.apply(node).toSelector().toString();
      return Selector.parse(shown).toString();
    } catch (IllegalArgumentException | JsonFormatException noSelector) {
      return null;
    }
  }

  private ScalableWorkload scalable(Draft draft) {
    ObjectMeta metadata =
        ObjectMeta.named(draft.namespace, draft.name)
            .copy()
            .uid(draft.uid)
            .resourceVersion(draft.resourceVersion)
            .creationTimestamp(draft.created)
            .build();
    Integer replicas = draft.specReplicas;
    String selector = draft.selector;
    return new ScalableWorkload(
        metadata,
        replicas == null || selector == null
            ? null
            : new Scale(
                draft.namespace,
                draft.name,
                metadata.uid(),
                draft.resourceVersion,
                replicas,
                draft.statusReplicas,
                selector),
        new Rollout.Progress(
            kind,
            replicas == null ? 0 : replicas,
            draft.statusReplicas,
            draft.updatedReplicas,
            draft.currentRevision,
            draft.updateRevision,
            draft.stalled));
  }

  /** The selector as most kinds write it. */
  static LabelSelector structured(JsonNode node) {
    return Json.read(node, LabelSelector.class);
  }

  /** The selector as ReplicationControllers write it: labels that must be equal. */
  static LabelSelector equalLabels(JsonNode node) {
    return Json.read(Json.tree(Map.of("matchLabels", node)), LabelSelector.class);
  }
}
