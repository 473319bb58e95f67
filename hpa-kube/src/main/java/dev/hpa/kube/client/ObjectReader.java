package dev.hpa.kube.client;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import dev.hpa.api.JsonValue;
import dev.hpa.api.ReadBudget;
import dev.hpa.kube.content.ProtobufSlice;
import dev.hpa.kube.memory.Limit;
import java.io.EOFException;
import java.io.IOException;
import java.util.Objects;

/**
 * Reads objects from a stream, one after the other. An object that its decoder cannot read does not
 * end the stream: the rest of it is skipped, so that the next object can be read.
 */
final class ObjectReader<T> {

  /** Field numbers of objects and of their metadata in Protobuf. */
  private static final int METADATA = 1;

  private static final int NAMESPACE = 3;
  private static final int RESOURCE_VERSION = 6;

  private final Reflector.Decoder<T> decoder;
  private final NamespaceScope scope;
  private final UnexpectedFailures failures;

  /**
   * @param scope the namespaces whose objects are delivered; in Protobuf, others are not decoded
   * @param failures logs bugs of the decoder
   */
  ObjectReader(Reflector.Decoder<T> decoder, NamespaceScope scope, UnexpectedFailures failures) {
    this.decoder = decoder;
    this.scope = scope;
    this.failures = failures;
  }

  /** The result of reading one object. */
  sealed interface Outcome<T> {

    /** An object. */
    record Decoded<T>(Reflector.Versioned<T> object) implements Outcome<T> {}

    /** An object that cannot be decoded. */
    record Unreadable<T>(UnreadableObject object) implements Outcome<T> {}

    /**
     * An object of a namespace out of scope.
     *
     * @param resourceVersion empty if unknown
     */
    record OutOfScope<T>(String resourceVersion) implements Outcome<T> {}
  }

  /**
   * Reads one object.
   *
   * @param in at the start of an object; afterwards at its end
   * @throws IOException if the stream breaks or is not JSON
   */
  Outcome<T> read(JsonParser in) throws IOException {
    ProtobufSlice message = ProtobufSlice.of(in);
    if (message != null) {
      in.skipChildren();
      return read(message);
    }
    return switch (decode(in, in.getParsingContext().getParent())) {
      case Outcome.Decoded<T>(Reflector.Versioned<T> object)
          when isOutOfScope(object.namespace()) ->
          new Outcome.OutOfScope<>(object.resourceVersion());
      case Outcome.Unreadable<T>(UnreadableObject object) when isOutOfScope(object.namespace()) ->
          new Outcome.OutOfScope<>(object.resourceVersion());
      case Outcome<T> outcome -> outcome;
    };
  }

  /** Objects without a namespace are in every scope. */
  private boolean isOutOfScope(String namespace) {
    return !namespace.isEmpty() && !scope.contains(namespace);
  }

  /** In Protobuf, an object ends where its length says: whatever fails within it is its failure. */
  private Outcome<T> read(ProtobufSlice message) {
    try {
      if (!scope.equals(NamespaceScope.ALL)) {
        ProtobufSlice metadata = message.message(METADATA);
        if (isOutOfScope(metadata.text(NAMESPACE))) {
          return new Outcome.OutOfScope<>(metadata.text(RESOURCE_VERSION));
        }
      }
      return new Outcome.Decoded<>(decoder.read(message.parser()));
    } catch (UnreadableObjectException failure) {
      logIfBug(failure);
      UnreadableObject known = failure.object();
      return new Outcome.Unreadable<>(
          known.name().isEmpty() ? identified(message, known.problem()) : known);
    } catch (IOException | RuntimeException failure) {
      logIfBug(failure);
      return new Outcome.Unreadable<>(identified(message, problem(failure)));
    }
  }

  private static UnreadableObject identified(ProtobufSlice message, String problem) {
    try {
      return UnreadableObject.of(message.message(METADATA), problem);
    } catch (IOException | RuntimeException malformed) {
      return UnreadableObject.nameless(problem);
    }
  }

  private Outcome<T> decode(JsonParser in, JsonStreamContext around) throws IOException {
    try {
      return new Outcome.Decoded<>(decoder.read(in));
    } catch (UnreadableObjectException failure) {
      logIfBug(failure);
      return new Outcome.Unreadable<>(skipRest(failure.object(), in, around));
    } catch (InputCoercionException | RuntimeException failure) {
      logIfBug(failure);
      UnreadableObject nameless = UnreadableObject.nameless(problem(failure));
      return new Outcome.Unreadable<>(skipRest(nameless, in, around));
    }
  }

  /**
   * Logs a failure that says nothing about the object. Objects that do not conform to the API fail
   * with other exceptions, which describe them.
   */
  private void logIfBug(Throwable failure) {
    Throwable root = failure;
    while (root instanceof UnreadableObjectException && root.getCause() != null) {
      root = root.getCause();
    }
    if (root instanceof NullPointerException
        || root instanceof IndexOutOfBoundsException
        || root instanceof ClassCastException
        || root instanceof IllegalStateException
        || root instanceof UnsupportedOperationException) {
      failures.met("an object was not decoded, and is skipped until it changes", root);
    }
  }

  private static String problem(Exception failure) {
    String message =
        failure instanceof InputCoercionException number
            ? number.getOriginalMessage()
            : failure.getMessage();
    return message == null
        ? failure.getClass().getSimpleName()
        : message.lines().findFirst().orElse("");
  }

  /** Skips to the end of the object; completes what is known of it by its metadata there. */
  private static UnreadableObject skipRest(
      UnreadableObject known, JsonParser in, JsonStreamContext around) throws IOException {
    UnreadableObject completed = known;
    while (!Objects.equals(in.getParsingContext(), around)) {
      JsonToken token = in.nextToken();
      if (token == null) {
        throw new EOFException("the response ends inside an object");
      }
      if (known.name().isEmpty() && isMetadata(in, around)) {
        JsonValue metadata =
            JsonValue.read(
                in,
                new ReadBudget(Limit.UNREADABLE_VALUES.asInt(), Limit.UNREADABLE_CHARS.asInt()));
        completed = UnreadableObject.ofMetadata(metadata, known.problem());
      }
    }
    return completed;
  }

  private static boolean isMetadata(JsonParser in, JsonStreamContext around) {
    JsonStreamContext object = in.getParsingContext().getParent();
    return in.currentToken() == JsonToken.START_OBJECT
        && object != null
        && Objects.equals(object.getParent(), around)
        && "metadata".equals(object.getCurrentName());
  }
}
