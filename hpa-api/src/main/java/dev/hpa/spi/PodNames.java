package dev.hpa.spi;

import dev.hpa.api.Selector;
import java.util.List;

/** The pods that the controller knows, from its watch. Thread-safe; does not block. */
public interface PodNames {

  /** Knows no pods. */
  PodNames NONE = (namespace, selector, isRunning) -> List.of();

  /**
   * The names of the pods of a namespace that a selector matches.
   *
   * @param isRunning only pods in phase Running
   */
  List<String> select(String namespace, Selector selector, boolean isRunning);
}
