package dev.hpa.sandbox.fields;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.schema.Schema;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The versions of the kind an object is of. */
public interface Versions {

  /** The schema of a version, or null where it is not known. */
  @Nullable Schema schema(String apiVersion);

  /**
   * The object in another known version.
   *
   * @param object of a known version, as its {@code apiVersion} tells; it stays as it is
   */
  ObjectNode convert(ObjectNode object, String apiVersion);

  /**
   * The members of an object that writes through a subresource leave as they are, so that nobody
   * comes to own them that way.
   *
   * @param subresource empty for the object itself
   */
  Set<String> untouched(String subresource);
}
