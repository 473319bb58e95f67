package dev.hpa.sandbox.fields;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.schema.Schema;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The versions of a kind: schemas and conversion. */
public interface VersionConverter {

  /** The schema of a version, or null for an unknown version. */
  @Nullable Schema schema(String apiVersion);

  /**
   * Converts an object to another known version.
   *
   * @param object of a known version, by its {@code apiVersion}; not modified
   */
  ObjectNode convert(ObjectNode object, String apiVersion);

  /**
   * The fields that writes to a subresource do not change and therefore do not own.
   *
   * @param subresource empty for the object itself
   */
  Set<String> untouched(String subresource);
}
