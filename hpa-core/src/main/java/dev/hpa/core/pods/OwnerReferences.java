package dev.hpa.core.pods;

import dev.hpa.api.JsonStream;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads owner references. */
public final class OwnerReferences {

  private static final int MAX_TEXT_CHARS = 512;

  private OwnerReferences() {}

  /**
   * Reads the controller of a list of owner references.
   *
   * @param in at the start of the list; afterwards at its end
   * @return null if none of them is a controller
   */
  public static OwnerFilter.@Nullable Owner controller(JsonStream in) throws IOException {
    OwnerFilter.@Nullable Owner[] found = {null};
    in.array(
        () -> {
          String[] texts = {"", "", "", ""};
          boolean[] isController = {false};
          in.object(
              name -> {
                switch (name) {
                  case "apiVersion" -> texts[0] = in.string();
                  case "kind" -> texts[1] = in.string();
                  case "name" -> texts[2] = in.string();
                  case "uid" -> texts[3] = in.string();
                  case "controller" -> isController[0] = in.bool();
                  default -> in.skip();
                }
              });
          if (isController[0] && isPlausible(texts)) {
            found[0] = OwnerFilter.Owner.of(texts[0], texts[1], texts[2], texts[3]);
          }
        });
    return found[0];
  }

  /** Whether an object can have these texts; longer ones refer to none, and fill the memory. */
  private static boolean isPlausible(String[] texts) {
    return Arrays.stream(texts).allMatch(text -> text.length() <= MAX_TEXT_CHARS);
  }
}
