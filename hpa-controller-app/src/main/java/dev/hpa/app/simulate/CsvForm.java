package dev.hpa.app.simulate;

import dev.hpa.api.Timestamps;
import dev.hpa.app.files.CsvRecord;
import java.io.PrintWriter;

/** The moments of all variants as CSV, one variant after the other. Unknown numbers are empty. */
final class CsvForm {

  private CsvForm() {}

  static void write(Comparison comparison, PrintWriter out) {
    out.println("time,variant,demand,capacity,unmet,replicas,desired,ready,pods");
    for (Result result : comparison.results()) {
      String name = CsvRecord.field(result.variant().name());
      for (Moment moment : result.moments()) {
        out.println(
            String.join(
                ",",
                Timestamps.format(moment.at()),
                name,
                Figures.text(moment.demand()),
                Figures.text(moment.capacity()),
                Figures.text(moment.unmet()),
                String.valueOf(moment.replicas()),
                String.valueOf(moment.desired()),
                String.valueOf(moment.ready()),
                String.valueOf(moment.pods())));
      }
    }
  }
}
