package dev.hpa.cli.sandbox;

import dev.hpa.app.cli.UsageException;
import dev.hpa.cli.simulate.RecordedLoad;
import dev.hpa.cli.simulate.UnusableInputException;
import dev.hpa.sandbox.workload.LoadTrace;
import dev.hpa.sandbox.workload.PiecewiseLinear;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Load traces of the command line, in cores, in the file formats of {@code hpa simulate}. */
public final class LoadTraces {

  private static final double MILLICORES_PER_CORE = 1000;

  private LoadTraces() {}

  public static Map<String, LoadTrace> read(Map<String, Path> files) {
    Map<String, LoadTrace> traces = new LinkedHashMap<>();
    files.forEach((name, file) -> traces.put(name, read(file)));
    return traces;
  }

  public static LoadTrace read(Path file) {
    try {
      List<PiecewiseLinear.Point> points = new ArrayList<>();
      RecordedLoad.read(file.toString())
          .points(
              (at, cores) ->
                  points.add(new PiecewiseLinear.Point(at, MILLICORES_PER_CORE * cores)));
      return new LoadTrace(new PiecewiseLinear(points));
    } catch (UnusableInputException failure) {
      throw new UsageException(String.valueOf(failure.getMessage()), failure);
    } catch (IOException failure) {
      throw new UsageException(file + ": cannot be read: " + failure.getMessage(), failure);
    }
  }
}
